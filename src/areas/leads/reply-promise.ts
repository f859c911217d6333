/** The contact page promises an answer within so many hours. */
export const replyHours = 24;
