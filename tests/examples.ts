// Writes what the reference shows beside each operation; part of "npm run generate".
import { writeFileSync } from 'node:fs'
import { examplesText, recordExamples } from './support/examples.ts'

writeFileSync(
  new URL('../http/site/public/docs_examples.json', import.meta.url),
  examplesText(await recordExamples()),
)
