import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/** The repository's folder, for this file and for the bundle that the build makes of it. */
export const root = dirname(findPackageJSON(import.meta.url)!)
