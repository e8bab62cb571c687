-- The public model: sites, listings and everything specification section 2 shows of them.
-- Instants are ISO 8601 text in UTC, days are YYYY-MM-DD, lists and objects are JSON text.

CREATE TABLE sites (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  host TEXT UNIQUE,
  purpose TEXT NOT NULL,
  currency TEXT NOT NULL DEFAULT 'EUR',
  free_queue_weeks INTEGER NOT NULL DEFAULT 6,
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  email TEXT UNIQUE COLLATE NOCASE,
  name TEXT NOT NULL DEFAULT '',
  role TEXT NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'team')),
  demo INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE companies (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE categories (
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  description TEXT,
  faqs TEXT NOT NULL DEFAULT '[]',
  parent_id INTEGER REFERENCES categories(id),
  demo INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX categories_by_parent ON categories(parent_id);

CREATE TABLE category_attributes (
  category_id INTEGER NOT NULL REFERENCES categories(id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  PRIMARY KEY (category_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE listings (
  id INTEGER PRIMARY KEY,
  site_id INTEGER NOT NULL REFERENCES sites(id),
  company_id INTEGER NOT NULL REFERENCES companies(id),
  category_id INTEGER NOT NULL REFERENCES categories(id),
  slug TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  url TEXT NOT NULL,
  domain TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('draft', 'awaiting_badge', 'scheduled', 'live', 'suspended', 'withdrawn')),
  plan TEXT CHECK (plan IN ('free', 'launch')),
  tagline TEXT,
  short_description TEXT,
  description TEXT,
  stage TEXT,
  country TEXT,
  city TEXT,
  founded_year INTEGER,
  pricing_model TEXT,
  pricing_summary TEXT,
  contact_email TEXT,
  demo_video_url TEXT,
  logo_url TEXT,
  headline TEXT,
  summary TEXT,
  seo_title TEXT,
  seo_description TEXT,
  features TEXT NOT NULL DEFAULT '[]',
  usps TEXT NOT NULL DEFAULT '[]',
  keywords TEXT NOT NULL DEFAULT '[]',
  tags TEXT NOT NULL DEFAULT '[]',
  faqs TEXT NOT NULL DEFAULT '[]',
  socials TEXT NOT NULL DEFAULT '{}',
  attributes TEXT NOT NULL DEFAULT '{}',
  media TEXT NOT NULL DEFAULT '[]',
  story TEXT,
  unlocked_sections TEXT NOT NULL DEFAULT '[]',
  not_found_on_website TEXT NOT NULL DEFAULT '[]',
  provenance TEXT,
  launch_week TEXT,
  live_at TEXT,
  verified_at TEXT,
  featured INTEGER NOT NULL DEFAULT 0,
  votes INTEGER NOT NULL DEFAULT 0,
  week_votes INTEGER NOT NULL DEFAULT 0,
  views INTEGER NOT NULL DEFAULT 0,
  followers INTEGER NOT NULL DEFAULT 0,
  trend REAL NOT NULL DEFAULT 0,
  domain_rating INTEGER,
  domain_rating_before INTEGER,
  domain_rating_on TEXT,
  revenue_cents INTEGER,
  revenue_on TEXT,
  billboard_cents INTEGER NOT NULL DEFAULT 0,
  demo INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (site_id, slug)
) STRICT;
CREATE INDEX listings_by_url ON listings(url, site_id);
CREATE INDEX listings_by_company ON listings(company_id);
CREATE INDEX listings_by_week ON listings(site_id, launch_week, week_votes DESC, live_at, id) WHERE launch_week IS NOT NULL;
CREATE INDEX listings_to_come ON listings(site_id, launch_week, id) WHERE status = 'scheduled';
CREATE INDEX listings_by_category ON listings(category_id, votes DESC, id) WHERE status = 'live';
CREATE INDEX listings_by_domain_rating ON listings(site_id, domain_rating DESC, id) WHERE status = 'live' AND domain_rating IS NOT NULL;
CREATE INDEX listings_by_revenue ON listings(site_id, revenue_cents DESC, id) WHERE status = 'live' AND revenue_cents IS NOT NULL;
CREATE INDEX listings_by_billboard ON listings(site_id, billboard_cents DESC, id) WHERE status = 'live' AND billboard_cents > 0;

-- The up to three categories a paid listing may have beside its primary one (2.2).
CREATE TABLE listing_categories (
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position BETWEEN 1 AND 3),
  category_id INTEGER NOT NULL REFERENCES categories(id),
  PRIMARY KEY (listing_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX listing_categories_by_category ON listing_categories(category_id);

-- A slug once given leads to its listing for ever.
CREATE TABLE former_slugs (
  site_id INTEGER NOT NULL REFERENCES sites(id),
  slug TEXT NOT NULL,
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  PRIMARY KEY (site_id, slug)
) STRICT, WITHOUT ROWID;

CREATE TABLE founders (
  id INTEGER PRIMARY KEY,
  user_id INTEGER UNIQUE REFERENCES users(id) ON DELETE SET NULL,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  title TEXT,
  bio TEXT,
  country TEXT,
  city TEXT,
  avatar_url TEXT,
  socials TEXT NOT NULL DEFAULT '{}',
  demo INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX founders_by_name ON founders(name COLLATE NOCASE, id);

CREATE TABLE listing_founders (
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  founder_id INTEGER NOT NULL REFERENCES founders(id) ON DELETE CASCADE,
  title TEXT,
  PRIMARY KEY (listing_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX listing_founders_by_founder ON listing_founders(founder_id);

CREATE TABLE listing_updates (
  id INTEGER PRIMARY KEY,
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  published_at TEXT NOT NULL
) STRICT;
CREATE INDEX listing_updates_by_listing ON listing_updates(listing_id, published_at DESC, id DESC);

CREATE TABLE milestones (
  id INTEGER PRIMARY KEY,
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  date TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT,
  url TEXT
) STRICT;
CREATE INDEX milestones_by_listing ON milestones(listing_id, date DESC, id DESC);

CREATE TABLE alternatives (
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  alternative_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  approved_at TEXT NOT NULL,
  PRIMARY KEY (listing_id, alternative_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX alternatives_by_alternative ON alternatives(alternative_id);

CREATE TABLE votes (
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  voted_at TEXT NOT NULL,
  PRIMARY KEY (listing_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX votes_by_user ON votes(user_id);

CREATE TABLE follows (
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  followed_at TEXT NOT NULL,
  PRIMARY KEY (listing_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX follows_by_user ON follows(user_id);

CREATE TABLE listing_views (
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  viewed_on TEXT NOT NULL,
  views INTEGER NOT NULL,
  PRIMARY KEY (listing_id, viewed_on)
) STRICT, WITHOUT ROWID;

CREATE TABLE reviews (
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  rating INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5),
  body TEXT NOT NULL DEFAULT '',
  reviewed_at TEXT NOT NULL,
  PRIMARY KEY (listing_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX reviews_by_user ON reviews(user_id);

CREATE TABLE awards (
  id INTEGER PRIMARY KEY,
  site_id INTEGER NOT NULL REFERENCES sites(id),
  week TEXT NOT NULL,
  place INTEGER NOT NULL CHECK (place BETWEEN 1 AND 3),
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  votes INTEGER NOT NULL,
  UNIQUE (site_id, week, place)
) STRICT;
CREATE INDEX awards_by_listing ON awards(listing_id, week DESC);

CREATE TABLE posts (
  id INTEGER PRIMARY KEY,
  site_id INTEGER NOT NULL REFERENCES sites(id),
  slug TEXT NOT NULL,
  title TEXT NOT NULL,
  excerpt TEXT NOT NULL,
  body_markdown TEXT NOT NULL,
  author TEXT NOT NULL,
  tags TEXT NOT NULL DEFAULT '[]',
  faqs TEXT NOT NULL DEFAULT '[]',
  published_at TEXT,
  updated_at TEXT NOT NULL,
  demo INTEGER NOT NULL DEFAULT 0,
  UNIQUE (site_id, slug)
) STRICT;
CREATE INDEX posts_by_day ON posts(site_id, published_at DESC, id DESC);

CREATE TABLE interview_questions (
  id INTEGER PRIMARY KEY,
  question TEXT NOT NULL,
  hint TEXT,
  position INTEGER NOT NULL,
  active INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE interview_answers (
  founder_id INTEGER NOT NULL REFERENCES founders(id) ON DELETE CASCADE,
  question_id INTEGER NOT NULL REFERENCES interview_questions(id),
  answer TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (founder_id, question_id)
) STRICT, WITHOUT ROWID;

-- amount_cents is null where the buyer names the amount (the billboard).
CREATE TABLE products (
  key TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('launch', 'extra', 'billboard')),
  amount_cents INTEGER,
  minimum_cents INTEGER,
  position INTEGER NOT NULL,
  active INTEGER NOT NULL DEFAULT 1
) STRICT;

-- Words of posts and of founders' names, kept in step by SQLite itself.
CREATE VIRTUAL TABLE posts_text USING fts5(title, excerpt, body_markdown, content='posts', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='2 3');
CREATE TRIGGER posts_text_insert AFTER INSERT ON posts BEGIN
  INSERT INTO posts_text(rowid, title, excerpt, body_markdown) VALUES (new.id, new.title, new.excerpt, new.body_markdown);
END;
CREATE TRIGGER posts_text_delete AFTER DELETE ON posts BEGIN
  INSERT INTO posts_text(posts_text, rowid, title, excerpt, body_markdown) VALUES ('delete', old.id, old.title, old.excerpt, old.body_markdown);
END;
CREATE TRIGGER posts_text_update AFTER UPDATE OF title, excerpt, body_markdown ON posts BEGIN
  INSERT INTO posts_text(posts_text, rowid, title, excerpt, body_markdown) VALUES ('delete', old.id, old.title, old.excerpt, old.body_markdown);
  INSERT INTO posts_text(rowid, title, excerpt, body_markdown) VALUES (new.id, new.title, new.excerpt, new.body_markdown);
END;

CREATE VIRTUAL TABLE founders_text USING fts5(name, content='founders', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='1 2 3');
CREATE TRIGGER founders_text_insert AFTER INSERT ON founders BEGIN
  INSERT INTO founders_text(rowid, name) VALUES (new.id, new.name);
END;
CREATE TRIGGER founders_text_delete AFTER DELETE ON founders BEGIN
  INSERT INTO founders_text(founders_text, rowid, name) VALUES ('delete', old.id, old.name);
END;
CREATE TRIGGER founders_text_update AFTER UPDATE OF name ON founders BEGIN
  INSERT INTO founders_text(founders_text, rowid, name) VALUES ('delete', old.id, old.name);
  INSERT INTO founders_text(rowid, name) VALUES (new.id, new.name);
END;

INSERT INTO sites (id, key, name, host, purpose, created_at) VALUES (
  1, 'main', 'Launch Directory', NULL,
  'A public directory of products with a weekly launch calendar. Every operation is open to people, programs and agents alike.',
  '2026-01-01T00:00:00.000Z'
);

INSERT INTO products (key, name, description, kind, amount_cents, minimum_cents, position) VALUES
  ('launch', 'Launch', 'Publishes a listing at once or in the launch week you choose, without the badge and founder profile conditions of the free plan.', 'launch', 9900, NULL, 1),
  ('extra_categories', 'Three more categories', 'Shows the listing in up to three categories beside its primary one.', 'extra', 2900, NULL, 2),
  ('story', 'Founder story', 'Shows the founder story on the listing and on the founder profile.', 'extra', 2900, NULL, 3),
  ('milestones', 'Milestones', 'Shows the milestones of the company on the listing.', 'extra', 1900, NULL, 4),
  ('media', 'Media', 'Shows screenshots and videos on the listing.', 'extra', 1900, NULL, 5),
  ('billboard', 'Billboard contribution', 'A contribution of an amount you choose. The billboard ranks listings by money contributed and says so.', 'billboard', NULL, 500, 6);

INSERT INTO interview_questions (id, question, hint, position) VALUES
  (1, 'What does your product do, in one sentence your neighbour would understand?', 'No jargon; name the person it helps.', 1),
  (2, 'What was the moment you knew this had to exist?', 'One scene says more than a market size.', 2),
  (3, 'Who was your first user, and how did you find each other?', NULL, 3),
  (4, 'What did you build first that you later threw away?', 'And what did it teach you?', 4),
  (5, 'What is the hardest problem you have solved so far?', NULL, 5),
  (6, 'How does the product earn its keep, or how will it?', 'Numbers are welcome, never required.', 6),
  (7, 'Which decision would you make differently today?', NULL, 7),
  (8, 'What do people misunderstand about what you do?', NULL, 8),
  (9, 'What does a normal working day look like for you?', NULL, 9),
  (10, 'What comes next, and what would help you get there?', 'A concrete ask finds its answer more often.', 10);
