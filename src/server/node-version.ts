const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 26 || (major === 26 && minor < 10)) {
  process.stderr.write(`This program needs Node 26.10 or newer and runs under ${process.versions.node}. Start it with npm (npm start), which brings its own.\n`)
  process.exit(1)
}
