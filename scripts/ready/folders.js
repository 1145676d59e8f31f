/** Whether the system refuses to write: a read-only file system, or a folder of another user. */
export const cannotWrite = ({ code }) => ['EROFS', 'EACCES', 'EPERM'].includes(code)

/** In one sentence for the operator. `purpose` begins with 'to'. */
export function writeFault({ code, path }, purpose) {
  return `${path} cannot be written (${code}), and the start needs it ${purpose}: let this user write there, or run npm start once as a user who may; after that the folder may be read-only.`
}
