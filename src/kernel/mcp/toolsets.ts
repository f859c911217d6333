// Which calls of customers assistants get as tools, and why they do not get the others. A test
// fails for a call that is in neither list.

export type Toolset = {
  title: string;
  /** Names of calls, in the order of use. */
  tools: readonly string[];
};

export const toolsets = {
  docs: { title: 'The documentation', tools: [] },
  customs: {
    title: 'Duties, tariff codes and exchange rates',
    tools: [
      ...['calculateGoods', 'compareGoods', 'searchHsCodes', 'calculateVehicle', 'compareVehicles'],
      ...['decodeVin', 'searchVehicleModels', 'convertCurrency', 'listRates', 'listRuleSets'],
      ...['listCustomsTariffs', 'listTariffCodes', 'readTariffCode', 'saveHsCode', 'removeHsCode'],
      ...['listGoods', 'readGoods', 'readGoodsPdf', 'saveGoods', 'patchGoods', 'deleteGoods'],
      ...['listGoodsHistory', 'listGoodsRecalculations'],
      ...['listVehicles', 'readVehicle', 'readVehiclePdf', 'saveVehicle', 'patchVehicle'],
      ...['deleteVehicle', 'listVehicleHistory', 'listVehicleRecalculations', 'readShared'],
      ...['listBatches', 'readBatch', 'readBatchResult', 'createBatch', 'cancelBatch'],
      ...['deleteBatch'],
    ],
  },
  proxy: {
    title: 'Websites reached through proxies',
    tools: [
      ...['listResources', 'readResource', 'readProxyStatistics', 'listProxyTraffic'],
      ...['fetchThrough', 'listProxies', 'testProxy', 'blockProxy', 'releaseProxy', 'addProxies'],
      ...['deleteProxy', 'changeCredentials', 'createResource', 'patchResource', 'deleteResource'],
      ...['listSources', 'createSource', 'updateSource', 'refreshSource', 'deleteSource'],
      ...['listSubUsers', 'readSubUser', 'createSubUser', 'patchSubUser', 'rotateSubUserPassword'],
      ...['deleteSubUser'],
    ],
  },
  speech: {
    title: 'Transcription, and speech from text',
    tools: [
      ...['transcribe', 'createSpeech', 'listVoices', 'previewVoice', 'listEngines'],
      ...['listTranscripts', 'readTranscript', 'changeTranscript', 'deleteTranscript'],
      ...['listTranscriptionJobs', 'readTranscriptionJob', 'cancelTranscriptionJob'],
      ...['deleteTranscriptionJob'],
    ],
  },
  billing: {
    title: 'The plan and what was used of it',
    tools: [
      ...['readOverview', 'readCurrentSubscription', 'listSubscriptions', 'readSubscription'],
      ...['listUsage', 'readUsage', 'listSubscriptionUsage', 'readSubscriptionUsage'],
      ...['readChart', 'readDetailedChart', 'listTariffs', 'readTariff', 'readSpending'],
    ],
  },
  payments: {
    title: 'The balance, payments, cards, invoices and withdrawals',
    tools: [
      ...['readBalance', 'listTransactions', 'readTransaction', 'findByReference', 'readByType'],
      ...['readStatistics', 'readStatement', 'listPayments', 'readPayment', 'readReceipt'],
      ...['listPaymentTransactions', 'listCurrencies', 'readCurrency', 'listCards'],
      ...['readPaymentSettings'],
      ...['listInvoices', 'readInvoice', 'readInvoicePdf', 'readBillingProfile'],
      ...['listWithdrawals', 'readWithdrawal', 'readWithdrawalOptions'],
    ],
  },
  support: {
    title: 'Support tickets',
    tools: [
      ...['listTickets', 'readTicket', 'listMessages', 'readMessage', 'createTicket'],
      ...['createMessage', 'patchTicket', 'patchMessage', 'markTicketRead', 'rateTicket'],
      ...['deleteTicket', 'deleteMessage'],
    ],
  },
  webhooks: {
    title: 'Webhook endpoints and what was sent to them',
    tools: [
      ...['listWebhookEndpoints', 'readWebhookEndpoint', 'patchWebhookEndpoint'],
      ...['deleteWebhookEndpoint', 'sendTestEvent', 'listWebhookDeliveries'],
      ...['readWebhookDelivery', 'replayWebhookDelivery', 'replayFailedDeliveries'],
      ...['listWebhookEventTypes', 'readWebhookEvent'],
    ],
  },
  account: {
    title: 'The account, and whether the service works',
    tools: ['readProfile', 'readStatus', 'listOpenIncidents'],
  },
  testMode: {
    title: 'The time of test mode',
    tools: ['readTestClock', 'advanceTestClock', 'resetTestClock', 'listTestClockEvents'],
  },
} as const satisfies Record<string, Toolset>;
export type ToolsetName = keyof typeof toolsets;

/** The reason, and the calls that are no tools for it. */
export const notTools: Readonly<Record<string, readonly string[]>> = {
  'Only a signed-in person may make it.': [
    ...['deleteAccount', 'listActivity', 'listSessions', 'patchProfile', 'patchWholeProfile'],
    ...['putProfile', 'putProfilePartly', 'requestDeletion', 'revokeOtherSessions'],
    ...['revokeSession', 'setAvatar'],
    ...['readAppRequest', 'answerAppRequest', 'listConnectedApps', 'disconnectApp'],
    ...['activateApiKey', 'cancelSubscription', 'createApiKey', 'deactivateApiKey'],
    ...['deleteApiKey', 'listApiKeys', 'patchApiKey', 'patchSubscription', 'putApiKey'],
    ...['putSubscription', 'reactivateSubscription', 'readApiKey', 'removeSubscription'],
    ...['revokeApiKey', 'rotateApiKey', 'subscribe'],
    ...['listLeads', 'readLead'],
    ...['patchSpending', 'putBillingProfile', 'deleteBillingProfile'],
    ...['createWithdrawal', 'cancelWithdrawal'],
    ...['createCardSetup', 'readCardSetup', 'setDefaultCard', 'removeCard'],
    ...['patchPaymentSettings'],
    ...['cancelPayment', 'createPayment', 'deletePayment', 'patchPayment', 'putPayment'],
    ...['createEmbedKey', 'listEmbedKeys', 'revokeEmbedKey', 'updateEmbedKey'],
    ...['shareGoods', 'shareVehicle', 'unshareGoods', 'unshareVehicle'],
  ],
  'It signs people in and out.': ['blacklistToken', 'refreshToken', 'requestCode', 'verifyCode'],
  'It is for visitors without an account, who have another call.': [
    ...['calculateDemo', 'hearSample', 'submitLead', 'uploadLeadFile'],
  ],
  'It is for calculators on other sites.': [
    ...['calculateEmbedded', 'readEmbedForm', 'searchEmbedCodes'],
  ],
  'It replaces a whole object; the tool changes what is given.': [
    ...['putGoods', 'putVehicle', 'putMessage', 'putResource', 'putTicket'],
  ],
  'Another tool returns the same.': [
    ...['findPaymentByReference', 'readPaymentBalance', 'readPaymentByType'],
    ...['readPaymentStatistics', 'readPaymentTransaction'],
    ...['listCheckedCurrencies', 'listDetailedCurrencies', 'listOfferedCurrencies'],
    ...['createTranscription', 'createTranslation', 'synthesize', 'listModels', 'readModel'],
  ],
  'It takes or returns bytes that no assistant has.': [
    ...['createCaptions', 'finishCaptions', 'transcribeCaptionsPart'],
    ...['createTranscriptionJob', 'startTranscriptionJob', 'uploadTranscriptionPart'],
    ...['readAttachment', 'readStoredMail', 'readMailPage', 'readMailPart', 'uploadAttachment'],
  ],
  'Its response has no end.': ['followTopics'],
  'It returns a secret, which is for the receiver alone.': [
    ...['createWebhookEndpoint', 'rotateWebhookSecret'],
  ],
  'It is for programs of accountants.': ['readInvoiceXml'],
  'It is for the screens of the dashboard.': [
    ...['listFeaturesOff', 'readLastLedgerCheck', 'readOriginalMail'],
  ],
  'It tells a proxy its address: a tool would read its own.': ['readEcho'],
};

/** POST calls that end or replace something; all other POST calls add or ask. */
export const destructivePosts: ReadonlySet<string> = new Set([
  ...['cancelBatch', 'cancelTranscriptionJob', 'changeCredentials', 'rotateSubUserPassword'],
]);

/** Calls that reach websites of others. */
export const openWorldCalls: ReadonlySet<string> = new Set([
  ...['fetchThrough', 'testProxy', 'createSource', 'refreshSource'],
]);

/** Arguments that would make the response something else than the tool returns. */
export const hiddenArguments: Readonly<Record<string, readonly string[]>> = {
  createSpeech: ['stream_format'],
};
