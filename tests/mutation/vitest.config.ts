// The suite's own settings, but the files are run in the order that they are given in.
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

export default defineConfig({ ...suite, test: { ...suite.test, sequence: { sequencer: AsGiven } } })
