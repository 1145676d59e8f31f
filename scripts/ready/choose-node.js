// Chooses the Node that runs the program, in plain JavaScript that Node 18 runs. machine.js reads
// and changes the machine.

/** Why no Node can be used, in one sentence for the operator. */
export class NoNode extends Error {}

/** The Debian package of each library that a Node package needs and a slim image may lack. */
const debianPackages = { 'libatomic.so.1': 'libatomic1', 'libstdc++.so.6': 'libstdc++6' }

/**
 * Returns the first of these that runs:
 * - the Node that ASCEND_NODE names
 * - the locked package of Node 26
 * - a Node on this machine that is not older
 * - the locked package of Node 24 LTS
 * - the package of Node 26, after installing the Debian packages that it needs
 *
 * `wanted` is the version of the locked Node 26. `probe(path)` runs a Node and returns its path and
 * version, or the fault. `bring(line)` returns the path of the locked package's binary, nothing if
 * this system has no package, or the fault if it cannot be downloaded. The result's `note` says why
 * it is not the locked Node 26.
 */
export function chooseNode({
  named,
  wanted,
  system,
  probe,
  bring,
  nodesHere,
  addDebianPackage,
  warn,
}) {
  const own = named && namedNode(named, { wanted, probe, warn })
  if (own) return own
  const locked = lockedNode({ wanted, system, probe, bring })
  if (locked.version) return locked
  const instead = ({ path, version }) => ({
    path,
    version,
    note: `${locked.fault}; using Node ${version}, ${path}.`,
  })
  const here = nodesHere()
    .map(probe)
    .find(({ version }) => version && atLeast(version, wanted))
  if (here) return instead(here)
  const lts = locked.path ? bring(24).path : undefined
  const older = lts ? probe(lts) : {}
  if (older.version) return instead({ path: lts, version: older.version })
  const { version, fault } = withDebianPackages(locked, { wanted, probe, addDebianPackage })
  if (version) return { path: locked.path, version }
  throw new NoNode(`${fault}: ${locked.remedy ?? remedy(fault, wanted)}.`)
}

/**
 * An older Node of the same line is not an error: the setting may name one from before an update of
 * this program.
 */
function namedNode(named, { wanted, probe, warn }) {
  const found = probe(named)
  const line = majorOf(wanted)
  const remedyHere = `name a Node ${line} that is ${wanted} or newer, or remove the setting.`
  if (!found.version)
    throw new NoNode(
      `ASCEND_NODE names ${named}, which does not run as a Node (${found.fault}): ${remedyHere}`,
    )
  if (majorOf(found.version) !== line)
    throw new NoNode(`ASCEND_NODE names ${named}, which is Node ${found.version}: ${remedyHere}`)
  if (atLeast(found.version, wanted)) return found
  warn(
    `ASCEND_NODE names ${named}, which is Node ${found.version}, older than the locked ${wanted} and so not used: ${remedyHere}`,
  )
  return undefined
}

function lockedNode({ wanted, system, probe, bring }) {
  const { path, fault } = bring(26)
  if (fault)
    return { fault, remedy: 'check that the package registry can be reached and start again' }
  if (!path) return { fault: `There is no package of Node ${wanted} for ${system}` }
  const found = probe(path)
  return found.version
    ? { path, version: found.version }
    : { path, fault: cannotRun(wanted, found.fault) }
}

/** The loader names one missing library at a time. */
function withDebianPackages({ path, fault }, { wanted, probe, addDebianPackage }) {
  let last = fault
  for (let tries = 0; tries < Object.keys(debianPackages).length; tries++) {
    const library = missingLibrary(last)
    if (!library || !addDebianPackage(debianPackages[library])) break
    const found = probe(path)
    if (found.version) return found
    last = cannotRun(wanted, found.fault)
  }
  return { fault: last }
}

function remedy(fault, wanted) {
  const library = missingLibrary(fault)
  if (library)
    return `install the package that has ${library} (${debianPackages[library]} on Debian and Ubuntu) and start again`
  return `install Node ${wanted} or newer and start again with it in PATH`
}

const cannotRun = (wanted, fault) => `Node ${wanted} cannot run here (${fault})`
const missingLibrary = (fault) =>
  Object.keys(debianPackages).find((library) => fault.includes(library))
const majorOf = (version) => version.split('.')[0]

/** Compares releases such as 26.10.0. */
export function atLeast(version, least) {
  const [a, b] = [version, least].map((text) => text.split('.').map((part) => parseInt(part, 10)))
  const differs = a.findIndex((part, at) => part !== b[at])
  return differs === -1 || a[differs] > b[differs]
}
