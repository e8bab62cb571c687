// Why no update can be posted yet: the message of the operation, and of the page instead of its form.
export const updates_wait =
  'Updates are published beside a listing that is scheduled or live; this one is neither now.'
