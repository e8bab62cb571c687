// Read before the program, in what every Node understands: one that runs no TypeScript would answer with a stack.
if (!process.features.typescript) {
  console.error(
    `Node ${process.version} cannot run this service. npm ci brings a Node that can, unless optional packages are left out; otherwise install Node 26.`,
  )
  process.exit(1)
}
