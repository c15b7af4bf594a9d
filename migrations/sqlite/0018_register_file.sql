-- The register of companies has a file of its own now (see sqlite-register); what was here has
-- been copied there before this step.
drop table company;
drop table company_detail;
drop table company_role;
drop table company_capital;
drop table company_charge;
drop table company_search;
