// Which of our sites a request is for. Host names are compared without case, port and final dot.
import type { Config } from '../config.ts'
import type { Site } from '../storage/sites.ts'

export type Place = { site: Site; public_url: string }
export type Hosts = ReturnType<typeof openHosts>

function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
}

/** The main site comes first. On a home installation this machine may be called by any of its names. */
export function openHosts(config: Config, sites: readonly Site[]) {
  let told = sites
  let places = placesOf(config, sites)
  return {
    /** Replaces the sites by the current ones. */
    set(now: readonly Site[]): void {
      if (JSON.stringify(now) === JSON.stringify(told)) return
      told = now
      places = placesOf(config, now)
    },
    names: () => places.names,
    /** The origin of every site, the main one's first. */
    origins: () => places.origins,
    /** The site a request is for, or undefined if its host is none of ours. */
    of: (request: Request): Place | undefined => places.at(request.headers.get('host') ?? ''),
    main: () => places.main,
  }
}

function placesOf({ PUBLIC_URL, AT_HOME }: Config, sites: readonly Site[]) {
  const { protocol, host, port } = new URL(PUBLIC_URL)
  const main: Place = { site: sites[0]!, public_url: PUBLIC_URL }
  const places = new Map<string, Place>([[nameOf(host), main]])
  const isNew = (name: string) => !places.has(name)
  const at = (name: string) => `${protocol}//${name}${port === '' ? '' : `:${port}`}`
  for (const site of sites) {
    const name = nameOf(site.host ?? '')
    if (name !== '' && isNew(name)) places.set(name, { site, public_url: at(name) })
  }
  if (AT_HOME)
    for (const name of ['localhost', '127.0.0.1', '[::1]'].filter(isNew))
      places.set(name, { ...main, public_url: at(name) })
  const spelt = new Map([...places.values()].map((place) => [new URL(place.public_url).host, place]))

  return {
    names: [...places.keys()],
    origins: [...places.values()].map(({ public_url }) => public_url),
    at: (asked: string) => spelt.get(asked) ?? places.get(nameOf(asked)),
    main,
  }
}
