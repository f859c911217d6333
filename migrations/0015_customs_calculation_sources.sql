-- How often a version of the rules is used lately.
create index customs_calculation_rule_set on customs_calculation (rule_set_id, created_at);

-- The imported tariff whose duties a calculation of goods used, if any.
alter table customs_calculation add column tariff_id int references customs_tariff (id);
