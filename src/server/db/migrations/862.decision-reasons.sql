-- Why a result that was final is another one, chosen from the list of contract/rules/sportRules.ts.
alter table desk_decisions add column correction text;
