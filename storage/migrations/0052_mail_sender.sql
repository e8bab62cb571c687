-- From whom the mails of a site come; NULL is MAIL_FROM.
ALTER TABLE sites ADD COLUMN mail_from TEXT;
