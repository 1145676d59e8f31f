/** JavaScript, as the programs that import `served.ts` for its types know no Node. */
export declare const fileOf: (campaign: string, language?: string) => URL
export declare const readData: (language?: string) => import('./compose.ts').CampaignData
