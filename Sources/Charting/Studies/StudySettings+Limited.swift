extension StudySettings {
    /// This study as a definition allows it: the definition's parameters and lines, set as they are here where it takes that.
    /// What is new in the definition comes with its own values, what it doesn't know goes.
    package func limited(to definition: StudySettings) -> StudySettings {
        var study = definition
        study.uuid = uuid
        if !title.isEmpty { study.title = title }
        for (index, parameter) in study.parameters.enumerated() {
            guard let own = self[parameter: parameter.id], own.studyParamType == parameter.studyParamType else {
                continue
            }
            try? study.parameters[index].set(own.value)
        }
        for (index, line) in study.lines.enumerated() {
            if let own = self[line: line.title] { study.lines[index] = own }
        }
        return study
    }

    /// Says why a definition doesn't allow this study, if so.
    ///
    /// - Throws: `StudyError` where a parameter is none of the definition's, or has a value that it doesn't take.
    package func check(against definition: StudySettings) throws(StudyError) {
        var study = definition
        for parameter in parameters { try study.set(parameter.id, to: parameter.value) }
    }
}
