const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

const isLts = major === 24 && minor >= 21

if (!isLts && (major < 26 || (major === 26 && minor < 10))) {
  process.stderr.write(
    `This program needs Node 26.10 or newer (or 24.21 or a newer 24) and runs under ${process.versions.node}. Start it with npm (npm start), which brings its own.\n`,
  )
  process.exit(1)
}
