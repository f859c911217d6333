/** Why a model was not installed and what to do, in words for the operator. */
export class ModelError extends Error {}
