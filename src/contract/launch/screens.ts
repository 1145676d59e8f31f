/** The acts on the launch that a screen asks about (END-1, LIVE-5). */
export type LaunchScreenAct =
  | 'pause'
  | 'resume'
  | 'close'
  | 'launch'
  | 'open'
  | 'cancel'
  | 'move-end'

export const launchActPath = (act: LaunchScreenAct): string => `/dashboard/launch/${act}`
