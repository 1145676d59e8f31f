import type { Campaign } from '#contract/campaign/campaign.ts'

/**
 * Renders once what is the same for many people. Of each campaign the `most` renderings that were
 * used last are kept, by their key.
 */
export function keepRenderings<Rendering>(most: number) {
  const byCampaign = new WeakMap<Campaign, Map<string, Promise<Rendering>>>()
  return (
    campaign: Campaign,
    key: string,
    render: () => Promise<Rendering>,
  ): Promise<Rendering> => {
    const known = byCampaign.get(campaign) ?? new Map<string, Promise<Rendering>>()
    byCampaign.set(campaign, known)
    const found = known.get(key) ?? render()
    // The last of the map is the one that was used last, so the first is removed.
    known.delete(key)
    known.set(key, found)
    const [oldest] = known.keys()
    if (known.size > most && oldest !== undefined) known.delete(oldest)
    return found
  }
}
