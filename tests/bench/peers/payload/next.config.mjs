import { withPayload } from '@payloadcms/next/withPayload'
export default withPayload({ outputFileTracingRoot: import.meta.dirname })
