-- Calls by key that are not metered were counted under a part of their address; plans, keys and
-- metered calls have another word for the same.
update usage_endpoint set endpoint_group = case endpoint_group
  when 'data_customs' then 'customs'
  when 'data_proxy' then 'proxy'
  else 'speech'
end
where endpoint_group in ('data_customs', 'data_proxy', 'services');
