// The operator's command line: npm run -s admin -- COMMAND. It works beside a running service.
import { run } from './admin/run.ts'

// Only the owner may read the files that are written.
process.umask(0o077)
const { code, out, err } = await run(process.argv.slice(2))
for (const line of err) console.error(line)
process.stdout.write(out)
process.exitCode = code
