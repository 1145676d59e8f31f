/** The two builds of the page's scripts: with the code of simulated figures, and without it. */
export const isClientBuild = ({ name }: { name: string }): boolean =>
  name === 'client' || name === 'liveClient'
