-- Which process runs a job (jobs/Leases.ts). Not logged: after a crash of the database nobody runs any.
create unlogged table job_leases (
  job text primary key,
  holder text not null,
  until timestamptz not null
);
