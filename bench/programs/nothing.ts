// Ends at once: what is left of a run is the launcher's own time.
export {};
