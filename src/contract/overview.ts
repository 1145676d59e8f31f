/** DASH-3: the form that records a backup which the server cannot see. */
export const backupMadePath = '/dashboard/backup-made'
