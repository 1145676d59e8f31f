/** The two builds of the page's scripts: of all of them, and without the code of simulated figures. */
export const isClientBuild = ({ name }: { name: string }): boolean =>
  name === 'client' || name === 'liveClient'
