// Plain JavaScript: exit code 0 when the process of this container responds, for its HEALTHCHECK.
const { HEALTH_PORT, PORT } = process.env;
const port = HEALTH_PORT || PORT || '3000';
const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
process.exitCode = answer?.ok ? 0 : 1;
