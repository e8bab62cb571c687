-- Whether anybody allowed a client is asked whenever its document is read.
CREATE INDEX oauth_grants_by_client ON oauth_grants(client_id);
