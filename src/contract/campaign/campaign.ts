import type * as schema from '#campaign/schema/campaign.ts'

/**
 * The shape of a campaign, and of its parts: it follows from the schema in src/campaign/schema, which
 * the build alone runs.
 */
export type Campaign = schema.Campaign

export type HeroCopy = Campaign['hero']
export type PrivacyCopy = Campaign['privacy']
export type Update = Campaign['updates'][number]
