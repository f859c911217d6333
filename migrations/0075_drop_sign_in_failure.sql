-- `wrong_code` of 0074 counts instead, a row for each code.
drop table sign_in_failure;
