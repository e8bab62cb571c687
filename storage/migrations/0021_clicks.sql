-- How many went on from the page of a listing to its site, a day. Who they were is never kept: see visitors.
CREATE TABLE listing_clicks (
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  clicked_on TEXT NOT NULL,
  clicks INTEGER NOT NULL,
  PRIMARY KEY (listing_id, clicked_on)
) STRICT, WITHOUT ROWID;
