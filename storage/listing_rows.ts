// Shapes in which listings leave storage. The JSON functions are SQLite's.
import { alias, sql } from './drizzle.ts'
import { categories, listings } from './schema.ts'

export const primary = alias(categories, 'primary_category')

/** The columns of a summary, as lists show it. */
export const summaryColumns = {
  id: listings.id,
  slug: listings.slug,
  name: listings.name,
  url: listings.url,
  tagline: listings.tagline,
  category: primary.slug,
  pricing_model: listings.pricing_model,
  country: listings.country,
  status: sql<'live' | 'upcoming'>`iif(${listings.status} = 'live', 'live', 'upcoming')`,
  launch_week: listings.launch_week,
  votes: listings.votes,
}
export type Summary = {
  id: number
  slug: string
  name: string
  url: string
  tagline: string | null
  category: string
  pricing_model: string | null
  country: string | null
  status: 'live' | 'upcoming'
  launch_week: string | null
  votes: number
}

function json<T>(query: ReturnType<typeof sql>) {
  return sql<T>`(${query})`.mapWith((value) => JSON.parse(value as string) as T)
}

/** Everything a public profile shows beside the listing's own columns, gathered in the same statement. */
export const profileColumns = {
  category_name: primary.name,
  more_categories: json<{ slug: string; name: string }[]>(sql`
    SELECT json_group_array(json_object('slug', c.slug, 'name', c.name) ORDER BY lc.position)
    FROM listing_categories lc JOIN categories c ON c.id = lc.category_id WHERE lc.listing_id = ${listings.id}`),
  founders: json<{ slug: string; name: string; title: string | null }[]>(sql`
    SELECT json_group_array(json_object('slug', f.slug, 'name', f.name, 'title', coalesce(lf.title, f.title)) ORDER BY lf.position)
    FROM listing_founders lf JOIN founders f ON f.id = lf.founder_id WHERE lf.listing_id = ${listings.id}`),
  latest_updates: json<{ title: string; body: string; published_at: string }[]>(sql`
    SELECT json_group_array(json_object('title', u.title, 'body', u.body, 'published_at', u.published_at))
    FROM (SELECT title, body, published_at FROM listing_updates WHERE listing_id = ${listings.id}
          ORDER BY published_at DESC, id DESC LIMIT 5) u`),
  milestones: json<
    { id: number; date: string; title: string; description: string | null; url: string | null }[]
  >(sql`
    SELECT json_group_array(json_object('id', m.id, 'date', m.date, 'title', m.title, 'description', m.description, 'url', m.url)
      ORDER BY m.date DESC, m.id DESC)
    FROM milestones m WHERE m.listing_id = ${listings.id}`),
  awards: json<{ week: string; place: number }[]>(sql`
    SELECT json_group_array(json_object('week', a.week, 'place', a.place) ORDER BY a.week DESC)
    FROM awards a WHERE a.listing_id = ${listings.id}`),
  rating: json<{ average: number; count: number } | null>(sql`
    SELECT iif(count(*) = 0, 'null', json_object('average', round(avg(r.rating), 1), 'count', count(*)))
    FROM reviews r WHERE r.listing_id = ${listings.id}`),
}
