// The suite's own settings, but the files are run in the order that they are given in, and nothing of PostgreSQL is loaded.
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import suite from '../../vitest.config.ts'

const order = (process.env.TEST_ORDER ?? '').split(' ')
const placeOf = ({ moduleId }: TestSpecification) => order.findIndex((path) => moduleId.endsWith(path))
class AsGiven extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

const runner = process.env.MUTANTS === undefined ? undefined : 'tests/mutation/runner.ts'

export default defineConfig({
  ...suite,
  test: { ...suite.test, globalSetup: 'tests/support/clean_up.ts', runner, sequence: { sequencer: AsGiven } },
})
