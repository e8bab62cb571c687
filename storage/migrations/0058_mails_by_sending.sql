-- When the last mail was sent: the service looks at it every minute.
CREATE INDEX mails_by_sending ON mails(sent_at) WHERE sent_at IS NOT NULL;
