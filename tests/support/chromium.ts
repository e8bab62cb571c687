// A real Chromium, looked for where systems keep it. Where there is none, what needs it is skipped with a line; in
// continuous integration it fails instead.
import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

/** The first begins in half the time of the second and draws on no screen. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
export const chromiumPath = places.find((path) => existsSync(path))
export const withoutChromium = chromiumPath === undefined && process.env.CI === undefined
export const chromiumNote = withoutChromium
  ? ' (SKIPPED: no Chromium on this machine; install the package "chromium")'
  : ''

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath ?? 'chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
