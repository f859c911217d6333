-- Run once by the image of PostgreSQL, when its volume is new. Otherwise:
-- docker compose exec db createdb --username=weftline weftline_test
create database weftline_test;
