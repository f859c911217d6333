export const attachmentHeaders = (name: string) => ({
  'content-disposition': `attachment; filename="${name}"`,
});
