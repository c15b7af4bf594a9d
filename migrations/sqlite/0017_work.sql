-- What operators look through.

-- The jobs of an environment in one status, the newest first.
create index poa_job_by_status on poa_job (environment, status, request_id);
