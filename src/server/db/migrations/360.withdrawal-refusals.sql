-- Why the operator refused a withdrawal (contract/rules/withdrawalDecision.ts). Null: without a reason, as before.
alter table withdrawals add column refusal text check (
  refusal in ('notOwnKey', 'identityUnconfirmed', 'detailsRejected', 'turnoverOpen', 'misuseSuspected', 'other')
);
