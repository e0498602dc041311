// Charting under the module name of the vendor's articles: `import DXChart`, `DXChart.StudySettings`.
@_exported public import Charting
// The articles store settings in `UserDefaults`.
@_exported public import PersistenceSettings
