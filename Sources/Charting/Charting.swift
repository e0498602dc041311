// The room of Charting.
