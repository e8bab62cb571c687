// The real websites of ../shared/data behind an egress proxy on loopback, in a process of their own.
import { openOutside, snapshotHost, snapshots } from '../../support/outside.ts'

const outside = await openOutside(
  Object.fromEntries(snapshots().map(({ host }) => [host, snapshotHost(host)])),
)
process.send!(outside.proxy)
