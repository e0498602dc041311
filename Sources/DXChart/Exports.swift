// Charting by the module name of the vendor's articles: `import DXChart`, `DXChart.StudySettings`.
@_exported public import Charting
