/** JavaScript, as the programs that import `served.ts` for its types know no Node. */
export declare const readData: () => import('./compose.ts').CampaignData
