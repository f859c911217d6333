export const appPort = 4810;
export const mailSmtpPort = 4811;
export const mailHttpPort = 4812;
export const proxyPort = 4813;
