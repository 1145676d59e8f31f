/** The acts on the launch that a screen asks about (END-1, LIVE-5). */
const launchScreenActs = [
  'pause',
  'resume',
  'close',
  'launch',
  'open',
  'cancel',
  'move-end',
] as const
export type LaunchScreenAct = (typeof launchScreenActs)[number]

export const launchActPath = (act: LaunchScreenAct): string => `/dashboard/launch/${act}`
